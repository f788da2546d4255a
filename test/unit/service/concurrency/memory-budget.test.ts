import { expect, test } from 'vitest';
import {
  createMemoryBudget,
  MemoryBudgetError,
} from '../../../../service/concurrency/memory-budget.ts';

const megabyte = 1024 * 1024;

test('refuses bytes beyond the limit until some are released', () => {
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

test('one owner cannot use the whole budget', () => {
  const budget = createMemoryBudget();
  budget.reserve('a', 192 * megabyte);
  expect(() => budget.reserve('a', 1)).toThrow(MemoryBudgetError);
  using other = budget.reserve('b', 64 * megabyte);
  other.resize(1);
});

test('a single user of the budget may exceed its share to read any one image', () => {
  const budget = createMemoryBudget(4);
  budget.reserve('a', 100 * megabyte);
  expect(() => budget.reserve('b', 1)).toThrow(MemoryBudgetError);
});

test('the only lease may also grow beyond its share, and no other', () => {
  const budget = createMemoryBudget(8);
  using lease = budget.reserve('a', 16 * megabyte);
  lease.resize(28 * megabyte);
  lease.resize(40 * megabyte);
  expect(() => budget.reserve('b', 1)).toThrow(MemoryBudgetError);
  lease.resize(2 * megabyte);
  using other = budget.reserve('b', 1 * megabyte);
  expect(() => lease.resize(28 * megabyte)).toThrow(MemoryBudgetError);
  expect(() => other.resize(31 * megabyte)).toThrow(MemoryBudgetError);
  expect(budget.reservedBytes()).toBe(3 * megabyte);
});

test('disposing of a lease twice releases its bytes once', () => {
  const budget = createMemoryBudget();
  const lease = budget.reserve('a', 100 * megabyte);
  budget.reserve('b', 100 * megabyte);
  lease[Symbol.dispose]();
  lease[Symbol.dispose]();
  expect(() => budget.reserve('c', 157 * megabyte)).toThrow(MemoryBudgetError);
});

test('processes on one machine share the budget', () => {
  const budget = createMemoryBudget(4);
  budget.reserve('a', 40 * megabyte);
  expect(() => budget.reserve('b', 25 * megabyte)).toThrow(MemoryBudgetError);
  expect(createMemoryBudget(100).maxBytes).toBe(32 * megabyte);
});
