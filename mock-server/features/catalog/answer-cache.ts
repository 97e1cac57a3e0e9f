import { hash } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Static } from 'typebox';
import type { Operation } from '../../../contract/common/operation.ts';
import type { CatalogRevisions } from '../../platform/http/contexts.ts';
import { getBaseUrl } from '../../platform/http/https.ts';
import { isEtagNamed } from '../../platform/http/responses/conditional.ts';
import { type Call, type DeviceRequest, route } from '../../platform/http/route.ts';
import { joinOwnRound } from '../../platform/own-round.ts';
import { getLinkExpiry, InstallLinks, type LinkMode } from './install-links.ts';
import { type OffersContext, openCatalog, readCurrentRevisions } from './open-catalog.ts';
import type { PersonCatalog } from './person-catalog.ts';
import { countedSince } from './store.ts';

interface Answer {
  /** The revisions that the answer was made from, or that were since found to make the same answer. */
  revisions: CatalogRevisions;
  /** The applications of which it shows counts; null where counts decide what it shows. */
  counted: readonly string[] | null;
  etag: string;
  /** Moment (ms) until which its links are given. */
  until: number;
  /** Null when it is too large to keep; its tag still answers requests that ask whether anything changed. */
  body: Buffer | null;
}

/** Bytes of all answers that are kept in memory. */
const maxCachedBytes = 128 * 1024 * 1024;
/** Larger answers (bytes) are made each time: they are requested rarely. */
const maxAnswerBytes = 64 * 1024;
/** Bytes that an answer takes in memory besides its body. */
const overhead = 400;
const maxAddressLength = 600;

/** An operation whose answer depends on the caller's catalog. */
type CatalogOperation = Operation & { context: 'user_and_device' };

/** Builds the answer from the caller's catalog. */
type Build<O extends CatalogOperation> = (
  catalog: PersonCatalog,
  links: InstallLinks,
  call: Call<O>,
) => Static<O['response']> | Promise<Static<O['response']>>;

type Write = (catalog: PersonCatalog, links: InstallLinks) => unknown;

/**
 * Answers catalog requests, and caches answers with the revisions that they were made from: a request for an unchanged
 * catalog costs only finding out who asks, then 304 without a body, or the cached bytes. Counts change with every
 * download, so where nothing else has changed, one statement finds out whether the answer shows any of them. The entity
 * tag is a hash of the content.
 */
export class CatalogAnswerCache {
  readonly #platform: OffersContext;
  readonly #cache = new LRUCache<string, Answer>({ maxSize: maxCachedBytes });

  constructor(platform: OffersContext) {
    this.#platform = platform;
  }

  /** Registers an operation whose answer `build` makes; `mode` says how links are written in it. */
  route<const O extends CatalogOperation>(
    app: FastifyInstance,
    operation: O,
    mode: LinkMode | ((query: Call<O>['query']) => LinkMode),
    build: Build<O>,
  ): void {
    const send = (call: Call<O>) =>
      this.#send(call, typeof mode === 'string' ? mode : mode(call.query), (catalog, links) =>
        build(catalog, links, call),
      );
    route(app, operation, send, { sendUnchanged: (requested) => this.#sendUnchanged(requested) });
  }

  /** Sends the cached answer if nothing at all has changed since. */
  #sendUnchanged(requested: DeviceRequest): boolean {
    const { revisions } = requested.caller;
    const answer =
      revisions === null ? undefined : this.#findCached(getCacheKey(requested, this.#getBase(requested)));
    if (
      answer === undefined ||
      revisions === null ||
      !hasRevisions(answer, revisions) ||
      !isSendable(answer, requested)
    )
      return false;
    sendAnswer(requested, answer);
    return true;
  }

  #getBase({ request }: DeviceRequest): string {
    return getBaseUrl(request, this.#platform.config);
  }

  #findCached(key: string): Answer | undefined {
    const answer = this.#cache.get(key);
    return answer !== undefined && answer.until > Date.now() ? answer : undefined;
  }

  #send(requested: DeviceRequest, mode: LinkMode, write: Write): Promise<FastifyReply> {
    const base = this.#getBase(requested);
    const time = getLinkExpiry(mode);
    const key = getCacheKey(requested, base);
    const links = new InstallLinks(this.#platform.secrets, requested.caller, base, time);
    return this.#buildAndSend(requested, links, {
      key,
      answer: this.#findCached(key),
      until: time.until,
      write,
    });
  }

  /** Sends the cached answer if it is still right, otherwise a new one. */
  async #buildAndSend(
    requested: DeviceRequest,
    links: InstallLinks,
    { key, answer, until, write }: { key: string; answer: Answer | undefined; until: number; write: Write },
  ): Promise<FastifyReply> {
    const { request } = requested;
    const revisions =
      requested.caller.revisions ?? (await readCurrentRevisions(this.#platform, requested.caller));
    const caller = { ...requested.caller, revisions };
    if (answer !== undefined && isSendable(answer, requested) && (await this.#isStillRight(answer, caller)))
      return sendAnswer(requested, answer);
    await joinOwnRound();
    const catalog = await openCatalog(this.#platform, caller);
    const content = serialize(await write(catalog, links));
    const counted = catalog.isOrderedByCounts ? null : [...catalog.counted];
    const made = { revisions, counted, until, ...content };
    if (request.originalUrl.length <= maxAddressLength) this.#store(key, made);
    return sendAnswer(requested, made);
  }

  /** Whether an answer is still right; if so, it then has these revisions. */
  async #isStillRight(
    answer: Answer,
    { homeOrgId, revisions }: { homeOrgId: string; revisions: CatalogRevisions },
  ): Promise<boolean> {
    if (hasRevisions(answer, revisions)) return true;
    const { counted, revisions: made } = answer;
    if (counted === null || !hasRevisions(answer, { ...revisions, activity: made.activity })) return false;
    const { db } = this.#platform.database;
    const since = String(made.activity);
    if ((await countedSince(db, homeOrgId, JSON.stringify(counted), since)) !== undefined) return false;
    answer.revisions = revisions;
    return true;
  }

  #store(key: string, answer: Answer): void {
    const { body } = answer;
    const isCached = body !== null && body.length <= maxAnswerBytes;
    const size = overhead + (isCached ? body.length : 0);
    this.#cache.set(key, isCached ? answer : { ...answer, body: null }, { size });
  }
}

function getCacheKey({ caller, request }: DeviceRequest, base: string): string {
  const { homeOrgId, user, device, mustComply } = caller;
  return `${homeOrgId} ${user.id} ${device.id} ${mustComply} ${base} ${request.originalUrl}`;
}

const hasRevisions = ({ revisions: made }: Answer, now: CatalogRevisions): boolean =>
  made.catalog === now.catalog &&
  made.activity === now.activity &&
  made.user === now.user &&
  made.device === now.device;

/** Whether the request can be answered without building anything. */
const isSendable = ({ body, etag }: Answer, { request }: DeviceRequest): boolean =>
  body !== null || isEtagNamed(request.headers['if-none-match'], etag);

function sendAnswer({ request, reply }: DeviceRequest, { etag, body }: Answer): FastifyReply {
  reply.header('etag', etag).header('cache-control', 'private, no-cache');
  if (isEtagNamed(request.headers['if-none-match'], etag)) return reply.code(304).send();
  return reply.header('content-type', 'application/json; charset=utf-8').send(body);
}

function serialize(content: unknown): Pick<Answer, 'etag' | 'body'> {
  const body = Buffer.from(JSON.stringify(content));
  return { etag: `"${hash('sha256', body, 'base64url')}"`, body };
}
