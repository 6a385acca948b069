"""Makes a module as small as it can be while a test still finds it interesting."""
