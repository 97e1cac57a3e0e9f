#!/usr/bin/env node
/** `npx appshelf-service` in a checkout: the operator's commands from their sources, on whatever Node the machine has. */
process.argv.splice(2, 0, 'mock-server/commands/main.ts');
await import('./bootstrap.mjs');
