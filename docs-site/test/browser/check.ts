// Fails with a one-line error before the browser tests if Chromium is missing.
import '../../../tools/browser/check.ts';
