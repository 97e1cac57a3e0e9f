/**
 * The page's only script: it shows only the operations that contain every typed word, on the page and in its contents. It
 * is kept as text, because it runs only in the browser and the built service is one file.
 */
export const filterScript = `'use strict';
const form = document.querySelector('form');
const input = document.querySelector('#filter');
const status = document.querySelector('[role=status]');
const areas = [...document.querySelectorAll('[data-area]')];
const others = [...document.querySelectorAll('main > section:not([data-area])')];
const entries = [...document.querySelectorAll('[data-area] article')].map((article) => ({
  article,
  way: document.querySelector('nav a[href="#' + article.id + '"]').parentElement,
  text: [article.dataset.words, ...[...article.querySelectorAll('h3, .address, .facts')].map((part) => part.textContent)]
    .join(' ').toLowerCase(),
}));

function filter() {
  const words = input.value.toLowerCase().split(/\\s+/).filter(Boolean);
  let found = 0;
  for (const { article, way, text } of entries) {
    const fits = words.every((word) => text.includes(word));
    article.hidden = way.hidden = !fits;
    found += fits;
  }
  for (const area of areas) area.hidden = !area.querySelector('article:not([hidden])');
  for (const section of others) section.hidden = words.length > 0;
  status.textContent = words.length === 0 ? '' : found + ' of ' + entries.length + ' operations';
}

input.addEventListener('input', filter);
form.addEventListener('submit', (event) => event.preventDefault());
addEventListener('hashchange', () => {
  if (!document.querySelector(location.hash || 'body').closest('[hidden]')) return;
  input.value = '';
  filter();
  document.querySelector(location.hash).scrollIntoView();
});
form.hidden = false;
filter();
`;
