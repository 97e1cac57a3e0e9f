import type { IncomingMessage } from 'node:http';

/**
 * Destroys an answer with an error when its server sends nothing for longer than `silence` (ms) while more is waited
 * for. What has arrived and was not read yet is no silence: then the reader is slow, for example somebody on a bad line.
 */
export function failWhenSilent(answer: IncomingMessage, silence: number): void {
  const { socket } = answer;
  let before = socket.bytesRead;
  const timer = setInterval(() => {
    const isSilent = socket.bytesRead === before && answer.readableLength === 0 && !answer.complete;
    before = socket.bytesRead;
    if (isSilent) answer.destroy(new Error(`The bucket has sent nothing for ${silence} ms.`));
  }, silence);
  timer.unref();
  answer.once('close', () => clearInterval(timer));
}
