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
export function cleanMessage(values: string, max = maxMessageLength): string {
  const text = values.replaceAll(/\r\n?/g, '\n');
  if (!isVisible(text)) throw refusedMessageError('The message is empty. Write what people should read.');
  if (control.test(text)) {
    throw refusedMessageError(
      'The message has control characters. Devices show none of them but line breaks.',
    );
  }
  const characters = countCharacters(text);
  if (characters > max || text.length > maxMessageUnits) {
    throw refusedMessageError(
      `The message has ${characters} characters, and ${max} are allowed. Shorten it.`,
      {
        characters,
        most: max,
      },
    );
  }
  return text;
}

const refusedMessageError = (message: string, details: Record<string, unknown> = {}) =>
  new ServiceError('message_refused', message, { details: { field: 'message', ...details } });
