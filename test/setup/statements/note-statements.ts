import { writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import pg from 'pg';
import { afterAll, expect } from 'vitest';
import { root } from '../../../mock-server/launch/paths.ts';
import { processorTime } from '../processor-time.ts';
import { formsOf } from './forms.ts';
import { type MadeBy, notesVariable } from './notes.ts';

/** The notes of this process, which runs one file after another. */
interface Noted {
  texts: Set<string>;
  forms: Set<string>;
}

const place = Symbol.for('appshelf.tests.statements');

/** Runs before each test file, whose notes begin empty. */
const noted: Noted = { texts: new Set(), forms: new Set() };
const isListening = Reflect.has(globalThis, place);
Reflect.set(globalThis, place, noted);
if (!isListening) listen();

const before = processorTime();
afterAll(() => {
  const directory = process.env[notesVariable];
  const path = expect.getState().testPath;
  if (directory === undefined || path === undefined) return;
  const file = relative(root, path);
  const made: MadeBy = { file, seconds: processorTime() - before, forms: [...noted.forms] };
  writeFileSync(join(directory, `${file.replaceAll('/', '~')}.json`), JSON.stringify(made));
});

/** Notes the statements that are sent to the server from now on, and passes them on. */
function listen(): void {
  const send = pg.Client.prototype.query;
  const noting = function (this: pg.Client, ...sent: unknown[]): unknown {
    const [statement] = sent;
    const text: unknown = typeof statement === 'string' ? statement : Reflect.get(Object(statement), 'text');
    if (typeof text === 'string') note(text);
    return Reflect.apply(send, this, sent);
  };
  Reflect.set(pg.Client.prototype, 'query', noting);
}

function note(text: string): void {
  const { texts, forms }: Noted = Reflect.get(globalThis, place);
  if (texts.has(text)) return;
  if (isOfTest()) return;
  texts.add(text);
  for (const form of formsOf(text)) forms.add(form);
}

/**
 * Whether a test itself asks the database. Then the test is in the stack trace, and of the service only its access to
 * the database.
 */
function isOfTest(): boolean {
  const before = Error.stackTraceLimit;
  Error.stackTraceLimit = 60;
  const trace = new Error('Who asks').stack ?? '';
  Error.stackTraceLimit = before;
  return (
    /\/test\/(?!setup\/statements)/.test(trace) && !/\/mock-server\/(?!platform\/database\/)/.test(trace)
  );
}
