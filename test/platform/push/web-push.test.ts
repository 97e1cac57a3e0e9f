import { createECDH } from 'node:crypto';
import { expect, test } from 'vitest';
import { encryptMessage, loadVapidKey } from '../../../mock-server/platform/push/web-push.ts';

test('encrypts as the example of RFC 8291, section 5', () => {
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(Buffer.from('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw', 'base64url'));
  const keys = {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  };
  const salt = Buffer.from('DGv6ra1nlYgDCS1FRnbzlw', 'base64url');
  const message = encryptMessage('When I grow up, I want to be a watermelon', keys, { salt, pair });
  expect(message.toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  );
});

test('the same secret gives the same key', () => {
  const secret = Buffer.alloc(32, 7);
  expect(loadVapidKey(secret).publicKey).toBe(loadVapidKey(secret).publicKey);
  expect(Buffer.from(loadVapidKey(secret).publicKey, 'base64url')).toHaveLength(65);
});
