import { decodeDepthFrame, isDepthFrame, decodeFrame } from '@flowprint/orderflow'
import { fetchMemberToken } from './support/accounts.ts'
const BASE='http://127.0.0.1:8091'
const token = await fetchMemberToken(BASE)
const r = await fetch(BASE+'/api/book?symbol=DEMO:BTCUSD',{headers:{authorization:token,accept:'application/vnd.flowprint.book'}})
const f = decodeDepthFrame(new Uint8Array(await r.arrayBuffer()))
console.log(f.kind,f.seq,f.proof,f.qtyUnit,new Date(f.until).toISOString(),f.window,f.snapshot.bidTicks.length,f.snapshot.bidTicks[0],f.snapshot.askTicks[0], new Date().toISOString())
const ws = new WebSocket('ws://127.0.0.1:8091/api/stream'); ws.binaryType='arraybuffer'
let n=0
ws.onopen=()=>ws.send(JSON.stringify({op:'hello',authorization:token,language:'en',version:1}))
ws.onmessage=({data})=>{ if(typeof data==='string'){ const m=JSON.parse(data); if(m.op==='welcome'){ ws.send(JSON.stringify({op:'subscribe',symbol:'DEMO:BTCUSD'})); ws.send(JSON.stringify({op:'subscribe_depth',symbol:'DEMO:BTCUSD',from_seq:f.seq}))} else if(m.op!=='clock') console.log(data.slice(0,150)); return }
 const b=new Uint8Array(data)
 if(isDepthFrame(b)){ const d=decodeDepthFrame(b); console.log('D',d.kind,d.seq,new Date(d.until).toISOString().slice(11),'events',d.changes?.events,'levels',d.changes?.ticks.length, d.changes?.events? new Date(d.changes.t[0]).toISOString().slice(11):'', d.window.low,d.window.high) } else { const t=decodeFrame(b); console.log('T',t.lastSeq,t.trades.length,new Date(t.watermark).toISOString().slice(11), t.trades.price[0]) }
 if(++n>(Number(process.argv[2])||80)) process.exit(0)}
setTimeout(()=>process.exit(0), 25000)
