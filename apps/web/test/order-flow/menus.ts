import type { Menus, MenuSymbol } from '@flowprint/contract'

export function market(value: string, label: string, changes: Partial<MenuSymbol> = {}): MenuSymbol {
  return {
    value,
    label,
    exchange: value.split(':')[0],
    kind: 'spot',
    version: 1,
    tape: 'tape',
    side: 'given',
    qty_unit: 'base',
    tick_size: '0.01',
    lot_size: '0.001',
    cycle: [],
    precision: ['0.01', '0.02', '0.05', '0.1'],
    from: null,
    to: null,
    live: false,
    depth: 'columns',
    ...changes,
  }
}

export const MENUS: Menus = {
  symbol: [
    market('BINANCE:LTCUSDT', 'LTC/USDT'),
    market('BINANCE:BTCUSDT.P', 'BTC/USDT', { kind: 'perpetual', tick_size: '0.1' }),
    market('DEMO:BTCUSD', 'BTC/USD', { kind: 'simulated', live: true }),
  ],
  cycle: [
    { value: '1m', label: '1m' },
    { value: '5m', label: '5m' },
    { value: '1h', label: '1h' },
  ],
  precision: ['0.01', '0.02', '0.05', '0.1'],
  recommend: { 'BINANCE:LTCUSDT': { '1m': '0.01', '5m': '0.05' }, 'DEMO:BTCUSD': { '5m': '0.1' } },
  initRecommand: { symbol: 'BINANCE:LTCUSDT', cycle: '5m', precision: '0.05' },
}
