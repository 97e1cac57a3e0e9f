import { useEngine } from '../../engine-context.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Note } from '../../ui/feedback/note.tsx';
import { useObservable } from '../../ui/hooks/use-observable.ts';
import { useMessages } from '../../ui/i18n/context.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { Details } from '../../ui/lists/facts.tsx';
import { catalogVersion } from './catalog-version.ts';
import { settingsMessages } from './messages.ts';

/** The version of the catalog, for support, and the offer of a newer one. */
export function VersionSection() {
  const words = useMessages(settingsMessages).version;
  const state = useObservable(useEngine().update.state);
  return (
    <Section title={words.title}>
      <Card>
        <Details facts={[{ label: words.field, value: catalogVersion }]} />
        {state === 'none' && <p className="quiet small">{words.latest}</p>}
        {state === 'taken-back' && (
          <Note icon="info" title={words.takenBack}>
            {words.takenBackHelp}
          </Note>
        )}
        {(state === 'available' || state === 'activating') && <NewVersion state={state} />}
      </Card>
    </Section>
  );
}

function NewVersion({ state }: { state: 'available' | 'activating' }) {
  const engine = useEngine();
  const words = useMessages(settingsMessages).version;
  const busy = state === 'activating';
  const update = (
    <Button size="pill" busy={busy} reserve={[words.update, words.updating]} onClick={engine.update.accept}>
      {busy ? words.updating : words.update}
    </Button>
  );
  return (
    <Note icon="refresh" title={words.offer} action={update}>
      {words.offerHelp}
    </Note>
  );
}
