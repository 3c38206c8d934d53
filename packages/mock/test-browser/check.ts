// Reports a missing browser in one line before the tests start.
import '../../../tools/browser/check.ts';
