import '@testing-library/jest-dom/vitest';
import { locks } from 'node:worker_threads';
import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';
import { timeouts } from '../run/timeouts.ts';
import { letDialogsOpen } from './dialog.ts';
import { keepNodeGlobals } from './node-globals.ts';

// The simulated page has no locks of its own; Node's have the same interface and are real.
Object.defineProperty(navigator, 'locks', { value: locks });

letDialogsOpen();
await keepNodeGlobals();

configure({ asyncUtilTimeout: timeouts.step });

afterEach(cleanup);
