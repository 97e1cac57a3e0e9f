import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { expect } from 'vitest';
import { authenticateUser } from '../../../contract/identity.ts';
import { addUser } from '../../../contract/users.ts';
import { demoAccounts } from '../../../mock-server/launch/demo.ts';
import { Requests } from '../../setup/requests.ts';
import { secretIn } from '../../setup/servers/mail-server.ts';
import type { Product } from './product.ts';

/** Invites somebody to the demo organization; returns the address of the link in their mail. */
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

/** Adds somebody to the demo organization as its administrator does; returns their mail address. */
export async function addSomebody(product: Product, login: string): Promise<string> {
  const service = new Requests(product.url);
  const administrator = { user_id: 'demo.admin', password: demoAccounts.password };
  const { token } = await service.ok(authenticateUser, { body: administrator });
  const email = `${login}@northwind.example`;
  const names = { user_id: login, first_name: 'Noor', last_name: 'Haddad', email };
  await service.ok(addUser, { token, body: { ...names, password: 'Given-by-admin-1', groups: [1] } });
  return email;
}

async function mails({ outbox }: Product): Promise<string[]> {
  const files = await readdir(outbox).catch(() => []);
  return files.filter((file) => file.endsWith('.eml'));
}
