import { expect, test } from 'vitest';
import {
  createMemoryBudget,
  MemoryBudgetError,
} from '../../../../service/concurrency/memory-budget.ts';

const megabyte = 1024 * 1024;

test('bytes are refused before there is no room for them, until some are given back', () => {
  const budget = createMemoryBudget();
  const first = budget.reserve('a', 150 * megabyte);
  const second = budget.reserve('b', 100 * megabyte);
  expect(() => budget.reserve('c', 10 * megabyte)).toThrow(MemoryBudgetError);
  first[Symbol.dispose]();
  using third = budget.reserve('c', 10 * megabyte);
  expect(() => third.resize(160 * megabyte)).toThrow(MemoryBudgetError);
  third.resize(150 * megabyte);
  second[Symbol.dispose]();
});

test('one owner cannot have all of it', () => {
  const budget = createMemoryBudget();
  budget.reserve('a', 192 * megabyte);
  expect(() => budget.reserve('a', 1)).toThrow(MemoryBudgetError);
  using other = budget.reserve('b', 64 * megabyte);
  other.resize(1);
});

test('who has all of it for itself may have more than its share, to read any one image', () => {
  const budget = createMemoryBudget(4);
  budget.reserve('a', 100 * megabyte);
  expect(() => budget.reserve('b', 1)).toThrow(MemoryBudgetError);
});

test('to dispose of a lease twice gives back its bytes once', () => {
  const budget = createMemoryBudget();
  const lease = budget.reserve('a', 100 * megabyte);
  budget.reserve('b', 100 * megabyte);
  lease[Symbol.dispose]();
  lease[Symbol.dispose]();
  expect(() => budget.reserve('c', 157 * megabyte)).toThrow(MemoryBudgetError);
});

test('processes of one machine have a part of it each', () => {
  const budget = createMemoryBudget(4);
  budget.reserve('a', 40 * megabyte);
  expect(() => budget.reserve('b', 25 * megabyte)).toThrow(MemoryBudgetError);
});
