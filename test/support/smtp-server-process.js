// A mail server in its own process: prints its port, then each e-mail that it accepts, as JSON
// lines.
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

const password = process.env.SMTP_PASSWORD;

const server = new SMTPServer({
  authOptional: password === undefined,
  onAuth({ username, password: given }, _session, done) {
    if (given === password) done(null, { user: username });
    else done(new Error(`Wrong password of ${username}`));
  },
  onRcptTo({ address }, _session, done) {
    done(address.startsWith('refused') ? new Error(`No mailbox ${address}`) : undefined);
  },
  onData(stream, { envelope, secure }, done) {
    text(stream).then((raw) => {
      const to = envelope.rcptTo.map(({ address }) => address);
      console.log(JSON.stringify({ from: envelope.mailFrom.address, to, secure, raw }));
      done();
    }, done);
  },
});
server.listen(0, '127.0.0.1', () => {
  console.log(JSON.stringify({ port: server.server.address().port }));
});
