import { removeTerms, setApplicationTerms, setTerms } from '../../../contract/terms.ts';
import { administer } from './administration.ts';
import type { Product } from './product.ts';

const rules =
  'Use these apps for your work at Northwind only.\n\nLock your phone with a code of at least six digits, and tell the service desk at once when it is lost.\n\nWhat you see of customers stays with you.';

/** Asks everybody of the demo organization to accept its terms. */
export async function askTerms(product: Product): Promise<void> {
  const { service, token } = await administer(product);
  await service.ok(setTerms, {
    token,
    body: { texts: { en: rules, de: 'Nutze diese Apps nur für deine Arbeit.' } },
  });
}

/** Takes the terms of the demo organization away again. */
export async function withdrawTerms(product: Product): Promise<void> {
  const { service, token } = await administer(product);
  await service.ok(removeTerms, { token });
}

/** Gives an application its own terms. */
export async function carryTerms(product: Product, name: string): Promise<void> {
  const { service, token } = await administer(product);
  const { application } = await product.db
    .selectFrom('versions')
    .select('application')
    .where('app_name', '=', name)
    .executeTakeFirstOrThrow();
  const body = {
    texts: { en: 'It reads the contacts of your phone.\n\nRemove them from it when you leave the crew.' },
  };
  await service.ok(setApplicationTerms, { token, params: { application }, body });
}
