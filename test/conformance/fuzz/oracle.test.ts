import { expect, test } from 'vitest';
import { readPrivacySettings } from '../../../contract/privacy.ts';
import { faultOf } from './oracle.ts';

const answer = (status: number, body: unknown) => ({ status, body, headers: new Headers() });
const error = { code: 20, message: 'No.', guid: '8d7a1f5e-3b9c-4c8e-9d55-0d6f1c2b3a49', error_details: null };

test.each([
  ['a 5xx', answer(503, { error }), 'it is answered with 503'],
  ['a refusal without the error object', answer(404, 'Not found'), 'the refusal has no error object'],
  [
    'a refusal in the words of the validator',
    answer(400, { error: { ...error, message: 'body: must have required property name.' } }),
    /speaks as the validator does/,
  ],
  ['a status that is not declared', answer(202, {}), 'it is answered with 202, which is not declared'],
  [
    'a field that is not declared',
    answer(200, { deleted_users_kept_in_days: 30, more: 1 }),
    /breaks its schema/,
  ],
  ['another body', answer(204, 'text'), '204 has a body'],
])('%s is a fault', (_, given, fault) => {
  expect(faultOf(readPrivacySettings, given)).toMatch(fault);
});

test('what is declared is none', () => {
  expect(faultOf(readPrivacySettings, answer(200, { deleted_users_kept_in_days: 30 }))).toBeNull();
  expect(faultOf(readPrivacySettings, answer(403, { error }))).toBeNull();
});
