import { print } from '../../service/cli/print.ts';
import { setup } from '../support/build-service.ts';
import { measureDashboard } from './dashboard.ts';

/** Measures pages of the dashboard, and prints a table. Making the accounts takes minutes. */
setup();
const { rows, remarks } = await measureDashboard();
print(rows, false);
for (const remark of remarks) console.log(remark);
