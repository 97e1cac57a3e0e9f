import type { CatalogEntry } from '../../../contract/catalog.ts';
import type { Account } from '../../data/account/account.ts';
import { isOffered, listOfferChanges } from '../../data/catalog/offer-dates.ts';
import { getDeviceSystem } from '../../data/device/device-system.ts';
import { openingWrite } from '../../data/installs/opening-write.ts';
import type { Version } from '../../data/records/install-record.ts';
import { useAccount, useEngine } from '../../engine-context.tsx';
import { Button, ButtonLink, type ButtonLook, UnavailableButton } from '../../ui/controls/button.tsx';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { useNowUntil } from '../../ui/hooks/use-now-until.ts';
import { useObservable } from '../../ui/hooks/use-observable.ts';
import { useMessages } from '../../ui/i18n/context.tsx';
import { type ButtonState, getButtonState } from './button-state.ts';
import { install, needsTermsAnswer } from './install.ts';
import { useInstall } from './install-state.ts';
import type en from './messages.en.json';
import { downloadMessages } from './messages.ts';
import { useQueue } from './use-queue.ts';

type AppButtonProps = {
  entry: CatalogEntry;
  /** `page`: the large button of an application's page, which names the version. Default `row`. */
  place?: 'row' | 'page';
};

/**
 * The button of an application, for its state on this device. Where a tap would do nothing it says why, at once; in a row
 * for another system only that is said.
 */
export function AppButton({ entry, place = 'row' }: AppButtonProps) {
  const words = useMessages(downloadMessages);
  const account = useAccount();
  const records = useObservable(account.installs.records);
  const { starting } = useQueue();
  const network = useObservable(useEngine().connectivity.state);
  const busy = useInstall((state) => state.busy === entry.id);
  const moment = useNowUntil(listOfferChanges(entry));
  const situation = {
    system: getDeviceSystem(),
    online: network !== 'offline',
    record: records.get(entry.id),
    starting: starting === entry.id,
    offered: isOffered(entry, moment),
  };
  const now = getButtonState(entry, situation);
  const word =
    place === 'page' && now.state === 'update'
      ? words.updateTo({ version: entry.version.version_num })
      : words.word[now.state];
  const look: Omit<ButtonLook, 'children'> = {
    variant: getVariant(now, place),
    size: place === 'page' ? 'large' : 'pill',
    full: place === 'page',
  };
  const label = words.named({ action: word, app: entry.version.app_name });
  if (now.state === 'open' || now.state === 'get') {
    const elsewhere = /^https?:/.test(now.url) ? { target: '_blank', rel: 'noreferrer' } : {};
    return (
      <ButtonLink
        {...look}
        {...elsewhere}
        href={now.url}
        aria-label={label}
        onClick={() => recordOpening(account, entry, now)}
      >
        {word}
      </ButtonLink>
    );
  }
  const reason = getReason(now, words);
  if (reason !== null) {
    if (place === 'row' && now.state === 'unavailable') return <span className="quiet small">{reason}</span>;
    return (
      <UnavailableButton {...look} aria-label={label} reason={reason}>
        {word}
      </UnavailableButton>
    );
  }
  if (now.state === 'phone' && place === 'row') {
    return (
      <IconButton icon="phone" ground="sunken" label={label} onClick={() => press(account, entry, now)} />
    );
  }
  return (
    <Button
      {...look}
      busy={busy || now.state === 'starting'}
      aria-label={label}
      onClick={() => press(account, entry, now)}
    >
      {word}
    </Button>
  );
}

/** Why a tap would do nothing; null where it would. */
function getReason(now: ButtonState, words: typeof en): string | null {
  switch (now.state) {
    case 'unavailable':
      return words.onlyFor[now.system];
    case 'offline':
    case 'closed':
      return words.why[now.state];
    default:
      return null;
  }
}

/** Notes that an address was opened: the browser opens it, and nobody else can tell the service. */
function recordOpening({ outbox }: Account, { id, url }: CatalogEntry, now: { url: string }): void {
  if (now.url === url) void outbox.enqueue(openingWrite, { application: id });
}

function getVariant(now: ButtonState, place: 'row' | 'page'): NonNullable<ButtonLook['variant']> {
  switch (now.state) {
    case 'update':
    case 'asked':
      return 'strong';
    case 'installed':
    case 'offline':
    case 'closed':
    case 'unavailable':
    case 'queued':
      return 'plain';
    default:
      return place === 'page' ? 'strong' : 'soft';
  }
}

function press(account: Account, entry: CatalogEntry, now: ButtonState): void {
  const { open } = useInstall.getState();
  switch (now.state) {
    case 'install':
    case 'update':
      void install(account, entry);
      return;
    case 'waiting':
    case 'asked':
      open({ kind: 'sent', entry, version: getSentVersion(account, entry) });
      return;
    case 'queued':
    case 'failed':
      open(
        needsTermsAnswer(account, entry) || wasRefusedForTerms(account, entry)
          ? { kind: 'terms', entry, version: entry.version }
          : { kind: 'queued', entry },
      );
      return;
    case 'phone':
      open({ kind: 'phone', entry });
      return;
    case 'installed':
      void install(account, entry);
      return;
    case 'starting':
    case 'open':
    case 'get':
    case 'offline':
    case 'closed':
    case 'unavailable':
    // The first and the last three do nothing; the others are links, which the browser itself follows.
  }
}

/** Whether the install was refused because of terms, which this device may not know yet. */
const wasRefusedForTerms = ({ installs }: Account, { id }: CatalogEntry): boolean =>
  installs.records.get().get(id)?.wish?.reason?.name === 'application_terms_not_accepted';

/** The version whose link was last passed to the system. */
function getSentVersion({ installs }: Account, entry: CatalogEntry): Version {
  const attempt = installs.records.get().get(entry.id)?.attempt;
  return attempt ? { id: attempt.version, version_num: attempt.number } : entry.version;
}
