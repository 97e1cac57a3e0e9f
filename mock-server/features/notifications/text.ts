import { maxMessageLength, maxMessageUnits } from '../../../contract/notifications.ts';
import { countCharacters } from '../../platform/cut-text.ts';
import { ServiceError } from '../../platform/errors.ts';
import { isVisible } from '../../platform/visible-text.ts';

/** Control characters except the line feed. */
const control = /(?!\n)\p{Cc}/u;

/**
 * The text of a message as it is sent, with line feeds for all line breaks; document 2, Push notifications. What is drawn as one counts as
 * one character: a family of emojis, a flag, a letter with its accents (extended grapheme clusters, UAX #29). Error: `message_refused`.
 */
export function messageText(given: string, most = maxMessageLength): string {
  const text = given.replaceAll(/\r\n?/g, '\n');
  if (!isVisible(text)) throw refused('The message is empty. Write what people should read.');
  if (control.test(text)) {
    throw refused('The message has control characters. Devices show none of them but line breaks.');
  }
  const characters = countCharacters(text);
  if (characters > most || text.length > maxMessageUnits) {
    throw refused(`The message has ${characters} characters, and ${most} are allowed. Shorten it.`, {
      characters,
      most,
    });
  }
  return text;
}

const refused = (message: string, details: Record<string, unknown> = {}) =>
  new ServiceError('message_refused', message, { details: { field: 'message', ...details } });
