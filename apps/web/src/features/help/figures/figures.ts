// Made by apps/web/test/help/examples.test.ts: what the engine says of the worked examples. Not written by hand.
import type { Figure } from './figure.ts'

export const figures: Readonly<Record<string, Figure>> = {
  reading: {
    kind: 'footprint',
    bars: [
      {
        label: '',
        rows: [
          { price: '83.40', bid: 4, ask: 12, area: true },
          { price: '83.35', bid: 9, ask: 36, buy: 1, area: true },
          { price: '83.30', bid: 10, ask: 40, buy: 1, poc: true, area: true },
          { price: '83.25', bid: 12, ask: 3, area: true },
          { price: '83.20', bid: 31, ask: 5, sell: 3 },
        ],
        open: 4,
        close: 1,
        volume: 162,
        delta: 30,
      },
    ],
  },
  poc: {
    kind: 'footprint',
    bars: [
      {
        label: '',
        rows: [
          { price: '83.35', bid: 60, ask: 40 },
          { price: '83.30', bid: 220, ask: 230 },
          { price: '83.25', bid: 240, ask: 210, poc: true },
          { price: '83.20', bid: 160, ask: 140 },
          { price: '83.15', bid: 200, ask: 250 },
          { price: '83.10', bid: 90, ask: 110 },
        ],
        open: 5,
        close: 1,
        volume: 1950,
        delta: 10,
      },
    ],
  },
  'value-area': {
    kind: 'footprint',
    bars: [
      {
        label: '',
        rows: [
          { price: '6', bid: 130, ask: 100 },
          { price: '5', bid: 0, ask: 0 },
          { price: '4', bid: 50, ask: 60, area: true },
          { price: '3', bid: 150, ask: 200, poc: true, area: true },
          { price: '2', bid: 70, ask: 40, area: true },
          { price: '1', bid: 60, ask: 80, area: true },
          { price: '0', bid: 40, ask: 20 },
        ],
        open: 6,
        close: 0,
        volume: 1000,
        delta: 0,
      },
    ],
  },
  stack: {
    kind: 'footprint',
    bars: [
      {
        label: '',
        rows: [
          { price: '15', bid: 20, ask: 3 },
          { price: '14', bid: 9, ask: 24, buy: 1, sell: 1, stack: 'buy' },
          { price: '13', bid: 6, ask: 18, buy: 3, stack: 'buy' },
          { price: '12', bid: 0, ask: 25, buy: 2, stack: 'buy' },
          { price: '11', bid: 5, ask: 30, buy: 1, stack: 'buy' },
          { price: '10', bid: 8, ask: 2 },
        ],
        open: 5,
        close: 0,
        volume: 150,
        delta: 54,
      },
    ],
  },
  'volume-profile': {
    kind: 'footprint',
    bars: [
      {
        label: '1',
        rows: [
          { price: '11', bid: 3, ask: 0 },
          { price: '10', bid: 1, ask: 2 },
        ],
        open: 1,
        close: 0,
        volume: 6,
        delta: -2,
      },
      {
        label: '2',
        rows: [
          { price: '14', bid: 0, ask: 5 },
          { price: '13', bid: 0, ask: 0 },
          { price: '12', bid: 0, ask: 0 },
          { price: '11', bid: 1, ask: 1 },
        ],
        open: 3,
        close: 0,
        volume: 7,
        delta: 5,
      },
    ],
  },
  delta: {
    kind: 'footprint',
    bars: [
      {
        label: '12:00',
        rows: [
          { price: '83.25', bid: 0, ask: 350 },
          { price: '83.20', bid: 300, ask: 0 },
        ],
        open: 0,
        close: 0,
        volume: 650,
        delta: 50,
      },
      { label: '12:01', rows: [{ price: '83.25', bid: 50, ask: 0 }], open: 0, close: 0, volume: 50, delta: -50 },
    ],
  },
  cvd: {
    kind: 'series',
    what: 'cvd',
    bars: [
      { open: 10, high: 16, low: 9, close: 15 },
      { open: 15, high: 17, low: 6, close: 8 },
      { open: 0, high: 3, low: 0, close: 3 },
      { open: 3, high: 8, low: 1, close: 7 },
      { open: 7, high: 7, low: 5, close: 5 },
    ],
  },
  zone: {
    kind: 'series',
    what: 'zone',
    bars: [
      { open: 10, high: 15, low: 10, close: 15 },
      { open: 15, high: 19, low: 15, close: 17 },
      { open: 17, high: 18, low: 13, close: 16 },
      { open: 16, high: 17, low: 14, close: 14 },
      { open: 14, high: 18, low: 14, close: 17 },
      { open: 17, high: 20, low: 15, close: 18 },
      { open: 18, high: 19, low: 12, close: 15 },
      { open: 15, high: 15, low: 8, close: 10 },
    ],
    zone: { low: 11, high: 15, from: 0, to: 7 },
    tests: [2, 6],
    marked: 7,
  },
  effort: {
    kind: 'series',
    what: 'effort',
    bars: [
      { open: 100, high: 101, low: 99, close: 100 },
      { open: 100, high: 101, low: 99, close: 100 },
      { open: 100, high: 101, low: 99, close: 100 },
      { open: 100, high: 101, low: 99, close: 100 },
      { open: 100, high: 101, low: 99, close: 100 },
      { open: 100, high: 101, low: 99, close: 100 },
      { open: 100, high: 101, low: 99, close: 100 },
      { open: 100, high: 101, low: 99, close: 100 },
      { open: 100, high: 101, low: 99, close: 100 },
      { open: 99.6, high: 101.2, low: 99.6, close: 100.1 },
    ],
    marked: 9,
  },
  'unfinished-auction': {
    kind: 'footprint',
    bars: [
      {
        label: '',
        rows: [
          { price: '2', bid: 2, ask: 11, mark: true },
          { price: '1', bid: 0, ask: 1 },
          { price: '0', bid: 85, ask: 1 },
        ],
        open: 2,
        close: 1,
        volume: 100,
        delta: -74,
      },
    ],
  },
  absorption: {
    kind: 'footprint',
    bars: [
      {
        label: '',
        rows: [
          { price: '7', bid: 0, ask: 1, mark: true },
          { price: '6', bid: 20, ask: 29, mark: true },
          { price: '5', bid: 0, ask: 0 },
          { price: '4', bid: 0, ask: 0 },
          { price: '3', bid: 1, ask: 0 },
          { price: '2', bid: 0, ask: 0 },
          { price: '1', bid: 3, ask: 0 },
          { price: '0', bid: 2, ask: 0 },
        ],
        open: 7,
        close: 4,
        volume: 56,
        delta: 4,
      },
    ],
  },
  exhaustion: {
    kind: 'footprint',
    bars: [
      {
        label: '',
        rows: [
          { price: '5', bid: 0, ask: 2, mark: true },
          { price: '4', bid: 0, ask: 5, mark: true },
          { price: '3', bid: 0, ask: 10, mark: true },
          { price: '2', bid: 0, ask: 20, mark: true },
          { price: '1', bid: 11, ask: 0 },
          { price: '0', bid: 11, ask: 0 },
        ],
        open: 5,
        close: 5,
        volume: 59,
        delta: 15,
      },
    ],
  },
  vwap: {
    kind: 'series',
    what: 'vwap',
    bars: [
      { open: 10, high: 13, low: 10, close: 13 },
      { open: 15, high: 15, low: 15, close: 15 },
      { open: 14, high: 16, low: 14, close: 16 },
      { open: 17, high: 17, low: 15, close: 15 },
      { open: 16, high: 18, low: 16, close: 18 },
      { open: 15, high: 15, low: 13, close: 13 },
    ],
    line: [11, 12, 13.777777777777779, 14.785714285714286, 15.277777777777779, 15.043478260869565],
    deviation: [
      1.4142135623730951, 2.1213203435596424, 2.249828525701843, 2.30460940070024, 2.2804861946415325,
      2.1157434887993807,
    ],
  },
}
