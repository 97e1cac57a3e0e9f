import type { Language } from '../../../contract/common/languages.ts';
import { unsubscribe } from '../../../contract/mails.ts';
import { renderHtml } from '../../platform/markup.ts';
import { messages } from './messages.ts';
import type { Subscription } from './subscription.ts';

/**
 * The page of the link in a mail: which mails the person gets, and one button. Opening the page changes nothing,
 * because programs open links too.
 */
export function renderSubscriptionPage(
  token: string,
  { kind }: Subscription,
  { language, subscribed }: { language: Language; subscribed: boolean },
): string {
  const words = messages[language].page;
  const address = `${unsubscribe.path}?token=${encodeURIComponent(token)}${subscribed ? '' : '&again=true'}`;
  return renderHtml`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${words.title}</title>
</head>
<body>
<main>
<h1>${words.title}</h1>
<p role="status">${subscribed ? words.subscribed : words.unsubscribed} <b>${words.kinds[kind]}</b></p>
<form method="post" action="${address}">
<p><button>${subscribed ? words.unsubscribe : words.again}</button></p>
</form>
</main>
</body>
</html>
`.text;
}
