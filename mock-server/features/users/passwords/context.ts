import { foldText } from '../../../platform/database/fold.ts';

/** The person and organization that a password belongs to: their names are what a guesser tries first. */
export interface PasswordContext {
  user_id: string;
  first_name: string;
  last_name: string;
  email: string | null;
  organization: { name: string; vanity_subdomain: string };
}

const product = 'appshelf';
/** Shorter words occur within many other words. */
const minWordLength = 3;
/** Letters that a password needs besides such words. */
const minOtherCharacters = 4;

/**
 * Whether a password consists of words about its person, their organization and this service, with at most some digits
 * and signs.
 */
export function isOfContext(password: string, context: PasswordContext): boolean {
  const folded = foldText(password);
  let rest = folded;
  for (const word of getWords(context)) rest = rest.replaceAll(word, ' ');
  return rest !== folded && (rest.match(/\p{L}/gu)?.length ?? 0) < minOtherCharacters;
}

function getWords({ email, organization, ...person }: PasswordContext): string[] {
  const texts = [
    person.user_id,
    person.first_name,
    person.last_name,
    // Without the last part of the domain, which is a country or says nothing.
    (email ?? '').replace(/\.[^.]*$/, ''),
    organization.name,
    organization.vanity_subdomain,
    product,
  ];
  const words = texts.flatMap((text) => foldText(text).split(/[^\p{L}\p{N}]+/u));
  return words.filter((word) => word.length >= minWordLength).sort((a, b) => b.length - a.length);
}
