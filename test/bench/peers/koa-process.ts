import Router from '@koa/router';
import Koa from 'koa';
import bodyParser from 'koa-bodyparser';
import { detailsPath } from '../../support/service.ts';

/** Koa with body parser and router, and nothing else: responds with the bytes of a details call. */
const [port, response = ''] = process.argv.slice(2);
const router = new Router();
router.get('/readyz', (context) => void (context.body = 'ready'));
router.post(detailsPath, (context) => {
  context.body = JSON.parse(response) as object;
});
new Koa().use(bodyParser()).use(router.routes()).listen(Number(port), '127.0.0.1');
