"""The core IR: types, values, constants, instructions, metadata, modules. It knows neither text nor bits."""
