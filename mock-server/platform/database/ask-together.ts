import { acting } from '../acting.ts';

/** Statements of one organization that may be under way at once. */
const atOnce = 3;
/** Most questions that one statement answers. */
const most = 100;
/** Fewest waiting questions of which some are left for the next statement. */
const shared = 8;
/** Most milliseconds that a statement may have taken if some questions are to wait for another one. */
const soon = 3;
/**
 * Milliseconds after which another statement is sent beside one that is not answered yet, even when it is not full: so
 * a server that is far away or slow does not hold up the others.
 */
const besideAfter = 20;

/** Tells an answer, or why there is none. */
type Tell<A> = (error: Error | null, answer?: A) => void;

interface Waiting<Q, A> {
  question: Q;
  tell: Tell<A>;
}

/** The questions of an organization. */
interface Line<Q, A> {
  waiting: Waiting<Q, A>[];
  underWay: number;
  /** When the last statement was sent (ms). */
  sent: number;
  /** How many questions it had. */
  size: number;
  timer: NodeJS.Timeout | undefined;
}

/** Answers questions of one organization, in the same order; undefined where there is no answer. */
type Answering<Q, A> = (orgId: string, questions: readonly Q[]) => Promise<readonly (A | undefined)[]>;

/**
 * Sends questions of many requests to a database server together. Questions of one round of the event loop are sent in
 * one statement. Questions that come while it is running wait for the next statement, which is sent as soon as there is
 * an answer: a statement costs the server as much as ten look-ups. Of many waiting questions, some are left for the
 * statement after it (`#sizeOfNext`). A question is never answered by what was read before it was asked. An error fails all questions of its statement. Answers are passed to callbacks, one after another: a
 * promise for each question would take as long as its part of the statement.
 */
export class AskTogether<Q, A> {
  readonly #answering: Answering<Q, A>;
  readonly #lines = new Map<string, Line<Q, A>>();
  /** Milliseconds that the last answered statement took. */
  #took = 0;

  constructor(answering: Answering<Q, A>) {
    this.#answering = answering;
  }

  ask(orgId: string, question: Q, tell: Tell<A>): void {
    const line = this.#lines.get(orgId) ?? this.#open(orgId);
    if (line.waiting.push({ question, tell }) > 1) return;
    // The statement is also for other requests, so it must not run on behalf of the one that asked first.
    acting.exit(() => setImmediate(() => this.#next(orgId, line)));
  }

  #open(orgId: string): Line<Q, A> {
    const line = { waiting: [], underWay: 0, sent: 0, size: 0, timer: undefined };
    this.#lines.set(orgId, line);
    return line;
  }

  #next(orgId: string, line: Line<Q, A>): void {
    clearTimeout(line.timer);
    if (line.waiting.length === 0 || line.underWay >= atOnce) return;
    const isDue = line.underWay === 0 || line.waiting.length >= most;
    const wait = isDue ? 0 : line.sent + besideAfter - performance.now();
    if (wait > 0) {
      line.timer = setTimeout(() => this.#next(orgId, line), wait);
      return;
    }
    line.underWay += 1;
    line.sent = performance.now();
    line.size = this.#sizeOfNext(line);
    void this.#answer(orgId, line, line.waiting.splice(0, line.size));
    this.#next(orgId, line);
  }

  /**
   * Server and service work at the same time when each always has something to do. People who ask again as soon as they
   * are answered come in the numbers in which they were answered, so unequal statements would follow each other for
   * ever: the one works while the other waits. So a statement takes the mean of what waits and of what the one before it
   * took. What is left is asked for with the next answer, which is soon enough only when the server answers soon.
   */
  #sizeOfNext({ waiting, size }: Line<Q, A>): number {
    const all = waiting.length;
    const mean = Math.ceil((all + size) / 2);
    return Math.min(all < shared || this.#took > soon ? all : mean, all, most);
  }

  async #answer(orgId: string, line: Line<Q, A>, part: readonly Waiting<Q, A>[]): Promise<void> {
    const questions = part.map(({ question }) => question);
    const { sent } = line;
    const answers = await this.#answering(orgId, questions).catch(asError);
    this.#took = performance.now() - sent;
    // The next statement is sent first: the server works on it while these answers are passed on.
    this.#isOver(orgId, line);
    for (const [at, { tell }] of part.entries())
      if (answers instanceof Error) tell(answers);
      else tell(null, answers[at]);
  }

  #isOver(orgId: string, line: Line<Q, A>): void {
    line.underWay -= 1;
    this.#next(orgId, line);
    if (line.underWay === 0 && line.waiting.length === 0) this.#lines.delete(orgId);
  }
}

const asError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)));
