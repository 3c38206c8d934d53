export const help = `delivery-mock: both delivery interfaces on this machine, answered from the contracts

  delivery-mock [start] [options]

Options
  -p, --port PORT        the port to listen on; 0 takes any free one (default 4010)
      --host HOST        the name or address to listen on (default 127.0.0.1, which only this machine can reach)
      --mode MODE        examples: answers valid requests with the examples of the contract (default)
      --interface NAME   lastmile or marketplace; may be given twice (default both)
  -q, --quiet            no line for each request
  -h, --help             this text
  -v, --version          the version

Base addresses
  http://127.0.0.1:4010/lastmile       http://127.0.0.1:4010/marketplace

A particular answer
  Prefer: code=409                                         the first example of that status
  Prefer: code=409, example=revision_conflict              that very one

Ends with 0 after Ctrl-C or SIGTERM, with 1 when it cannot start, with 2 when the command line makes no sense.
`;
