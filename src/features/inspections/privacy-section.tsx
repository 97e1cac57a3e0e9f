import { type PrivacyFindings, readPrivacy } from '../../../contract/inspections.ts';
import { useAccount } from '../../engine-context.tsx';
import { useObservable } from '../../ui/hooks/use-observable.ts';
import { useFormat, useMessages } from '../../ui/i18n/context.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { Stack } from '../../ui/layout/stack.tsx';
import { List } from '../../ui/lists/list.tsx';
import { inspectionMessages } from './messages.ts';

/** What an application may do, and whose code it contains, where an inspection found that out; otherwise nothing. */
export function PrivacySection({ application }: { application: string }) {
  const { value } = useObservable(useAccount().openResource(readPrivacy, { params: { application } }).state);
  return value?.privacy ? <PrivacyDetails privacy={value.privacy} /> : null;
}

function PrivacyDetails({ privacy: { permissions, trackers, inspected } }: { privacy: PrivacyFindings }) {
  const words = useMessages(inspectionMessages);
  const format = useFormat();
  const listNames = (requested: boolean) =>
    permissions
      .filter((permission) => permission.asked === requested)
      .map(({ group }) => words.groups[group]);
  return (
    <Section title={words.privacy}>
      <Stack>
        {permissions.length === 0 && <p>{words.nothing}</p>}
        <NamedList title={words.asksFor} names={listNames(true)} />
        <NamedList title={words.uses} names={listNames(false)} />
        {trackers.length === 0 && <p>{words.noTrackers}</p>}
        <NamedList
          title={words.reportsTo}
          names={trackers.map(({ name, kind }) => `${name}: ${words.kinds[kind]}`)}
        />
        <p className="quiet small">{words.inspected({ date: format.longDate(Date.parse(inspected)) })}</p>
      </Stack>
    </Section>
  );
}

function NamedList({ title, names }: { title: string; names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <div>
      <h3>{title}</h3>
      <List label={title}>
        {names.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </List>
    </div>
  );
}
