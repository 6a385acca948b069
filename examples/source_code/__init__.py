"""Programs that read debug information: what a fuzzer's frontend, a coverage map and a report of sizes need."""
