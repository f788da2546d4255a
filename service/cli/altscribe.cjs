#!/usr/bin/env node
// Node.js makes its pool of threads when the first module is read, so that this comes before any.
process.env['UV_THREADPOOL_SIZE'] ??= '24';
// The log tells where in the source an error was thrown.
process.setSourceMapsEnabled(true);
void import('./main.js');
