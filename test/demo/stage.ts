/** The demo itself, in the process group that supervise.ts starts and ends. */
import { loadEnvFile } from '../../service/config/env-file.ts';
import { ConfigError } from '../../service/config/store-config.ts';
import { fillScreens } from './fill-screens.ts';
import { chooseModel } from './model.ts';
import { createProgress } from './progress.ts';
import { showLink } from './show-link.ts';
import { startDemo } from './start-demo.ts';
import { endWithSupervisor, tellReady } from './supervise.ts';

endWithSupervisor();
const progress = createProgress(process.stdout);
try {
  loadEnvFile();
  const model = await chooseModel(process.env);
  const { service, site, draft, dashboard, account } = await startDemo(model, progress);
  await progress.during('Filling the report and the review desk', () =>
    fillScreens(site.php, draft),
  );
  progress.end();
  showLink({ link: site.linkTo(draft), dashboard, account, model });
  tellReady();
  await Promise.race([service.crashed, site.crashed]).catch((error: unknown) => {
    throw new Error(`${explain(error)} Start the demo again.`, { cause: error });
  });
} catch (error) {
  progress.end();
  console.error(explain(error));
  process.exit(1);
}

function explain(error: unknown): string {
  if (error instanceof ConfigError) return `${error.message}\nCorrect them and start it again.`;
  return error instanceof Error ? error.message : String(error);
}
