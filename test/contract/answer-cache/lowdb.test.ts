import { openLowdbStorage } from '../../../service/storage/lowdb/lowdb-storage.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { answerCacheContract } from './suite.ts';

answerCacheContract('lowdb', async () => openLowdbStorage(await temporaryFolder()));
