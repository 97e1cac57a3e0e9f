import { Button } from '../../../../src/ui/controls/button.tsx';
import { Meter } from '../../../../src/ui/feedback/meter.tsx';
import { Brand } from '../../../../src/ui/layout/brand.tsx';
import { Card } from '../../../../src/ui/layout/card.tsx';
import { Page } from '../../../../src/ui/layout/page.tsx';
import { Cluster } from '../../../../src/ui/layout/stack.tsx';
import { AppRow } from '../../../../src/ui/lists/app-row.tsx';
import { List } from '../../../../src/ui/lists/list.tsx';
import { samples } from '../samples.ts';

export function RequiredScreen() {
  const [first, second] = [samples[5], samples[4]];
  return (
    <main>
      <Page width="narrow" centred>
        <Brand name="Northwind Field Services" />
        <header>
          <h1>Install these 2 apps to continue</h1>
          <p className="quiet">
            Field Crew needs these on this tablet. The rest of the catalog opens when both are here.
          </p>
        </header>
        <Meter kind="progress" label="Installed" value={1} max={2} text="1 of 2" hideLabel />
        <Card tight>
          <List label="Required apps">
            {first && (
              <li>
                <AppRow
                  href="#a"
                  icon={first.icon}
                  line="Version 2.1, ready"
                  wrap
                  trailing={
                    <Button size="pill" variant="plain" disabled>
                      Installed
                    </Button>
                  }
                />
              </li>
            )}
            {second && (
              <li>
                <AppRow
                  href="#b"
                  icon={second.icon}
                  line="18 MB · required by Friday"
                  wrap
                  trailing={
                    <Button size="pill" variant="strong">
                      Install
                    </Button>
                  }
                />
              </li>
            )}
          </List>
        </Card>
        <Card>
          <h2>Is Leak Finder installed?</h2>
          <p className="quiet">
            Android asked whether to allow this source. If you said yes and see the app on your home screen,
            it worked.
          </p>
          <Cluster even>
            <Button variant="strong">Yes, it’s installed</Button>
            <Button variant="plain">No, I need help</Button>
          </Cluster>
        </Card>
        <p className="quiet small">Later is possible until Friday, 2 times.</p>
      </Page>
    </main>
  );
}
