// Prints what is missing before the browser tests start, in one line.
import '../../../tools/browser/check.ts';
