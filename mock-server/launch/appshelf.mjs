#!/usr/bin/env node
/** `npx appshelf` in a checkout: the command line from its sources, on whatever Node the machine has. */
process.argv.splice(2, 0, 'src/command-line/main.ts');
await import('./bootstrap.mjs');
