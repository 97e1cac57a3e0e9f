import './ui/styles.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { pendingWrites } from './app/pending-writes.ts';
import { startEngine } from './data/current.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html lacks the element that the catalog is drawn into.');

await startEngine(pendingWrites);
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
