import { openLowdbBackend } from '../../../service/storage/lowdb/storage-backend.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { responseCacheContract } from './suite.ts';

responseCacheContract('lowdb', async () => openLowdbBackend(await temporaryFolder()));
