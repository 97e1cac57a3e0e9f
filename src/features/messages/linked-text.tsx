/**
 * Addresses in a text, as people write them; what is no address after all is left as text. Characters that are not drawn (Cf), such
 * as those that turn the direction of a text, are in none: they would show another address than where a link leads.
 */
const addresses = /(?:https?:\/\/|mailto:|tel:)[^\s\p{Cf}<>"“”]+|[\w.+-]+@[\w-]+(?:\.[\w-]+)+/giu;
/** The only kinds of addresses that become links. */
const allowed = new Set(['http:', 'https:', 'mailto:', 'tel:']);
/** What ends a sentence and not an address. */
const trailing = /[.,;:!?'’)\]}»]+$/u;

/** A text whose addresses are links. It is never read as HTML. */
export function LinkedText({ children: text }: { children: string }) {
  return splitLinks(text).map(({ at, part, href }) =>
    href === null ? (
      part
    ) : (
      <a key={at} href={href} target="_blank" rel="noopener noreferrer">
        {part}
      </a>
    ),
  );
}

interface Part {
  /** Where it begins in the text. */
  at: number;
  part: string;
  href: string | null;
}

function splitLinks(text: string): Part[] {
  const parts: Part[] = [];
  let end = 0;
  for (const match of text.matchAll(addresses)) {
    const part = trimSentenceEnd(match[0]);
    const href = getAddress(part);
    if (href === null) continue;
    parts.push({ at: end, part: text.slice(end, match.index), href: null }, { at: match.index, part, href });
    end = match.index + part.length;
  }
  return [...parts, { at: end, part: text.slice(end), href: null }];
}

/** An address without what ends the sentence around it; a bracket that was opened in the address belongs to it. */
function trimSentenceEnd(found: string): string {
  const part = found.replace(trailing, '');
  const isOpen = part.lastIndexOf('(') > part.lastIndexOf(')');
  return isOpen && found[part.length] === ')' ? `${part})` : part;
}

function getAddress(part: string): string | null {
  const address = part.includes(':') ? part : `mailto:${part}`;
  const url = URL.canParse(address) ? new URL(address) : null;
  // What is before an @ looks like a server, and is none: https://bank.example@other.example.
  return url !== null && allowed.has(url.protocol) && url.username === '' ? url.href : null;
}
