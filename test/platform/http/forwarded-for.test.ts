import { expect, test } from 'vitest';
import { stripPort } from '../../../mock-server/platform/http/forwarded-for.ts';

test.each([
  ['192.0.2.7', '192.0.2.7'],
  [' 192.0.2.7:4711 ', '192.0.2.7'],
  ['[2001:db8::7]:4711', '2001:db8::7'],
  ['[2001:db8::7]', '2001:db8::7'],
  ['2001:db8::7', '2001:db8::7'],
  ['for=192.0.2.7', '192.0.2.7'],
  ['For="[2001:db8::7]:4711"', '2001:db8::7'],
  ['for="192.0.2.7:80"', '192.0.2.7'],
  ['unknown', 'unknown'],
  ['_hidden', 'unknown'],
  ['', 'unknown'],
  ['999.0.2.7:80', 'unknown'],
  ['192.0.2.7:port', 'unknown'],
])('reads %j as %s', (written, address) => {
  expect(stripPort(written)).toBe(address);
});
