import type { BrowserContextOptions } from 'playwright-core';

/** A kind of device, by what its browser reports. */
export interface Device extends BrowserContextOptions {
  /** The touch points that the browser reports, where its name is ambiguous. */
  touchPoints?: number;
}

const touch = { hasTouch: true, isMobile: true };
const android = (model: string, mobile: string) =>
  `Mozilla/5.0 (Linux; Android 14; ${model}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 ${mobile}Safari/537.36`;

const androidPhone: Device = {
  viewport: { width: 360, height: 780 },
  userAgent: android('Pixel 8', 'Mobile '),
  ...touch,
};
const androidTablet: Device = {
  viewport: { width: 768, height: 1024 },
  userAgent: android('SM-X510', ''),
  ...touch,
};
const iPhone: Device = {
  viewport: { width: 390, height: 844 },
  userAgent:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  ...touch,
};
/** An iPad reports that it is a Mac; its touch screen tells them apart. */
const iPad: Device = {
  viewport: { width: 820, height: 1180 },
  userAgent:
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
  touchPoints: 5,
  ...touch,
};
const desk: Device = { viewport: { width: 1280, height: 800 } };

export const devices = { androidPhone, androidTablet, iPhone, iPad, desk };
