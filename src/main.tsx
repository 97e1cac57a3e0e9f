import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html lacks the element that the catalog is drawn into.');
createRoot(root).render(<StrictMode />);
