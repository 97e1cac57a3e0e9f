import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  maxEvents,
  PolicyDocument,
  PolicyEvent,
  readPolicyDocument,
  reportEvents,
} from '../../contract/application-policies.ts';
import { operations } from '../../contract/operations.ts';
import { policyNames } from '../../contract/policies.ts';
import { buildPackageDocument, documentName } from '../../mock-server/features/policies/document.ts';
import { shippedPolicies } from '../../mock-server/features/policies/shipped.ts';

/**
 * Checks the samples of docs/policies.md against what the operations take and answer: their languages are not compiled
 * here.
 */

const page = await readFile(join(import.meta.dirname, '../../docs/policies.md'), 'utf8');
const sample = (language: string): string =>
  new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(page)?.[1] ?? '';

/** The texts that an expression's first group finds in a sample. */
const found = (code: string, ...expressions: RegExp[]): Set<string> =>
  new Set(expressions.flatMap((one) => [...code.matchAll(one)].map(([, name = '']) => name)));

const keysOf = (schema: { properties: object }) => Object.keys(schema.properties);
const entryKeys = keysOf(PolicyDocument.properties.policies.items);
const optionKeys = shippedPolicies.flatMap(({ configurable_fields }) =>
  Object.keys(configurable_fields ?? {}),
);
const made = buildPackageDocument({
  application: 'a',
  policies: [
    {
      id: 'a',
      policy_id: 'vendor.app-usage',
      auth_required: false,
      enabled_by_default: false,
      configuration: null,
    },
  ],
  base: 'https://apps.example.org',
  token: 'a',
});
const packagedKeys = Object.keys(JSON.parse(made ?? '{}') as object);
/**
 * All fields that a policy document may have, at any depth; `start` and `end` are those of a range of dates, `id` that
 * of a pending event.
 */
const documentKeys = [
  ...packagedKeys,
  ...keysOf(PolicyDocument),
  ...entryKeys,
  ...optionKeys,
  'start',
  'end',
  'id',
];
const kinds: readonly string[] = PolicyEvent.properties.kind.enum;

describe.each([
  {
    language: 'kotlin',
    sent: [/\.put\("(\w+)"/g],
    read: [
      /connect\("(\w+)"/g,
      // The sample's own storage has names of its own.
      /(?<!kept)\.(?:get|opt)(?:String|JSONArray|JSONObject)\("(\w+)"/g,
    ],
    limits: {
      message: /put\("message", [^\n]*?take\((\d[\d_]*)\)/,
      stack: /put\("stack", [^\n]*?take\((\d[\d_]*)\)/,
    },
    most: /minOf\(waiting\.length\(\), (\d+)\)/,
  },
  {
    language: 'swift',
    sent: [/event\["(\w+)"\]/g, /^\s+"(message|stack)":/gm, /\["(events|user|at)": /g, /, "(\w+)": /g],
    read: [/(?:let|var) (policy_id|configuration|\w+_\w+|start|end|policies|token): /g],
    limits: {
      message: /"message": [^\n]*?prefix\((\d[\d_]*)\)/,
      stack: /"stack": [^\n]*?prefix\((\d[\d_]*)\)/,
    },
    most: /\.prefix\((\d{3})\)/,
  },
])('the sample in $language', ({ language, sent, read, limits, most: max }) => {
  const code = sample(language);

  test('sends events of known kinds and fields, all that every event needs among them', () => {
    expect(kinds).toEqual(expect.arrayContaining([...found(code, /report\("(\w+)"/g)]));
    expect(found(code, /report\("(\w+)"/g).size).toBe(kinds.length);
    const names = found(code, ...sent);
    const known = [...keysOf(PolicyEvent), ...keysOf(reportEvents.body)];
    expect([...names].filter((name) => !known.includes(name))).toEqual([]);
    for (const needed of [...PolicyEvent.required, ...reportEvents.body.required])
      expect(names).toContain(needed);
    for (const more of ['ended', 'user', 'succeeded', 'message', 'stack', 'version', 'device'])
      expect(names).toContain(more);
  });

  test('sends no longer texts and no more events at once than are taken', () => {
    const number = (one: RegExp) => Number(one.exec(code)?.[1]?.replace('_', ''));
    expect(number(max)).toBe(maxEvents);
    expect(number(limits.message)).toBe(1000);
    expect(number(limits.stack)).toBe(20_000);
    expect(JSON.stringify(PolicyEvent.properties.message)).toContain('"maxLength":1000');
    expect(JSON.stringify(PolicyEvent.properties.stack)).toContain('"maxLength":20000');
  });

  test('reads what documents have, under the names that they have there', () => {
    const names = found(code, ...read);
    expect([...names].filter((name) => !documentKeys.includes(name))).toEqual([]);
    for (const needed of ['policies', 'policy_id', 'configuration', 'document_url', 'events_url', 'token'])
      expect(names).toContain(needed);
    expect([...optionKeys].filter((name) => !names.has(name))).toEqual([]);
    expect(code).toContain(documentName.replace(/\.json$/, ''));
  });

  test('asks for policies that are shipped, with the header that the operations read', () => {
    const named = found(code, /find\("([\w-]+)"/g);
    expect([...named].filter((name) => !policyNames.some((known) => known === name))).toEqual([]);
    const header = /"(X-[A-Z-]+)"/.exec(code)?.[1]?.toLowerCase() ?? '';
    for (const { headers } of [readPolicyDocument, reportEvents]) expect(keysOf(headers)).toContain(header);
  });
});

test('the addresses that the page names are those of operations', () => {
  const named = found(page, /`?(?:GET |POST )?(\/v\d\/[\w/<>]*\/)`/g);
  const known = new Set(operations.map(({ path }) => path.replace(/:(\w+)/g, '<$1>')));
  expect(named.size).toBeGreaterThan(2);
  expect([...named].filter((address) => !known.has(address))).toEqual([]);
});
