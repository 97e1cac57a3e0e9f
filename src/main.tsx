import './ui/theme/styles.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { pendingWrites } from './app/pending-writes.ts';
import { preloadAllPages, SignedIn } from './app/signed-in-part.tsx';
import { Engine } from './data/engine.ts';
import { waitUntilIdle } from './data/idle.ts';
import { EngineProvider } from './engine-context.tsx';
import { startBranding } from './features/organizations/start-branding.ts';
import { startSettings } from './features/settings/start-settings.ts';
import { trustOwnScripts } from './trusted-scripts.ts';

/**
 * Starts the catalog. Not a top-level await, because the modules that the engine loads meanwhile would wait for this
 * one.
 */
async function start(root: HTMLElement): Promise<void> {
  trustOwnScripts();
  // Each entry's scroll positions are restored by src/ui/scrolling/scroll-memory.ts.
  history.scrollRestoration = 'manual';
  startBranding();
  startSettings();
  // When a service worker has precached every part, load the catalog's code while the storage opens.
  if (navigator.serviceWorker?.controller) void SignedIn.preload().catch(() => undefined);
  const engine = new Engine(pendingWrites);
  await engine.session.start();
  const isOpen = engine.getAccount() !== null;
  if (isOpen) await SignedIn.preload();
  createRoot(root).render(
    <StrictMode>
      <EngineProvider engine={engine}>
        <App />
      </EngineProvider>
    </StrictMode>,
  );
  await waitUntilIdle();
  if (isOpen) await preloadAllPages();
  else if (import.meta.env.PROD) void engine.update.register();
}

const root = document.getElementById('root');
if (root === null) throw new Error('index.html lacks the element that the catalog is drawn into.');
void start(root);
