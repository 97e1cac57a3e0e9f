import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { expect } from 'vitest';
import { demoAccounts } from '../../../mock-server/launch/demo.ts';
import { secretIn } from '../../setup/mail-server.ts';
import type { Product } from './product.ts';

/** Invites somebody to the demo organization; answers the address that their mail leads to. */
export async function inviteSomebody(product: Product, login: string): Promise<string> {
  const before = await mails(product);
  await addSomebody(product, login);
  let added: string | undefined;
  const look = async () => {
    added = (await mails(product)).find((file) => !before.includes(file));
    return added;
  };
  await expect.poll(look).toBeDefined();
  const mail = await PostalMime.parse(await readFile(join(product.outbox, added ?? '')));
  return `/welcome#${secretIn(mail)}`;
}

/** Adds somebody to the demo organization as its administrator does; answers their mail address. */
export async function addSomebody(product: Product, login: string): Promise<string> {
  const token = await post(product, '/v2/users/authenticate/', {
    user_id: 'demo.admin',
    password: demoAccounts.password,
  }).then(({ token }) => String(token));
  const names = {
    user_id: login,
    first_name: 'Noor',
    last_name: 'Haddad',
    email: `${login}@northwind.example`,
  };
  await post(product, '/v1/users/', { ...names, password: 'Given-by-admin-1', groups: [1] }, token);
  return names.email;
}

async function mails({ outbox }: Product): Promise<string[]> {
  const files = await readdir(outbox).catch(() => []);
  return files.filter((file) => file.endsWith('.eml'));
}

async function post(
  product: Product,
  path: string,
  body: object,
  token?: string,
): Promise<Record<string, unknown>> {
  const response = await fetch(product.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token !== undefined && { 'x-token': token }) },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Record<string, unknown>;
}
