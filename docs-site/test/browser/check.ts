// Says what is missing before the browser tests begin, in one line.
import '../../../tools/browser/check.ts';
