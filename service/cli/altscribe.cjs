#!/usr/bin/env -S node --heap-growing-percent=100
// Before any import, because Node.js makes its thread pool when it reads the first module.
process.env['UV_THREADPOOL_SIZE'] ??= '24';
// The log shows where in the source an error was thrown.
process.setSourceMapsEnabled(true);
void import('./main.js');
