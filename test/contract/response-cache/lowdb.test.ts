import { openLowdbStorage } from '../../../service/storage/lowdb/storage-backend.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { answerCacheContract } from './suite.ts';

answerCacheContract('lowdb', async () => openLowdbStorage(await temporaryFolder()));
