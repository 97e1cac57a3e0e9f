import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readOrganization, updateOrganization } from '../../contract/organizations.ts';
import { temporaryDirectory } from '../fixtures/temporary-files.ts';
import { accepted, refusal, startService, type TestService } from '../setup/service.ts';
