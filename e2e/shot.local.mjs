import { chromium } from '@playwright/test'
import { CHROMIUM_FLAGS, findChromium } from '../tools/chromium.mjs'
const BASE='http://127.0.0.1:8091'
const [lang='zh', theme='dark', size='1440x900', name='shot', cycle='1m', precision='', extra=''] = process.argv.slice(2)
const [width,height]=size.split('x').map(Number)
const login = await fetch(BASE+'/api/dev_accounts').then(r=>r.json()).catch(()=>null)
const browser = await chromium.launch({ executablePath: (await findChromium()) ?? undefined, args: CHROMIUM_FLAGS })
const isPhone = width<700
const context = await browser.newContext({ viewport:{width,height}, hasTouch:isPhone, isMobile:isPhone, deviceScaleFactor: isPhone?2:1, timezoneId:'UTC' })
const { fetchMemberToken } = await import('./support/accounts.ts')
const token = await fetchMemberToken(BASE)
await context.addInitScript(({lang,theme,token,extra})=>{ localStorage.setItem('language',lang); localStorage.setItem('flowprint:theme',theme); localStorage.setItem('flowprint:tour','seen'); localStorage.setItem('Authorization',token)
 if(!localStorage.getItem('x')){localStorage.setItem('x','1'); const o=extra?JSON.parse(extra):{}; for(const k in o) localStorage.setItem(k, typeof o[k]==='string'?o[k]:JSON.stringify(o[k]))}}, {lang,theme,token,extra})
const page = await context.newPage()
if(process.env.WK) await page.addInitScript(()=>{ const W=Worker; window.Worker=class extends W { constructor(...a){ super(...a); this.addEventListener('message',e=>{ const m=e.data; if(['ladder','heatmap','depth'].includes(m.type)) console.error('FROM',m.type,m.state??'',m.isWhole??'',m.columns?.length??'', m.columns?.fromMs??'', m.ladder?.bestBid??'') }); this.addEventListener('error',e=>console.error('WERR',e.message)) } postMessage(m,...r){ if(/ladder|heatmap|depth/.test(m.type)) console.error('TO',JSON.stringify(m)); super.postMessage(m,...r) } } })
page.on('console', m=>{ if(['error','warning'].includes(m.type())) console.log('console', m.type(), m.text().slice(0,300)) })
page.on('pageerror', e=>console.log('pageerror', e.message, e.stack?.slice(0,600)))
page.on('response', r=>{ const u=r.url(); if(/\/api\/(book|depth|profile)/.test(u)) console.log(r.status(), u.slice(BASE.length,BASE.length+160)) })
page.on('websocket', ws=>{ if(!process.env.WS) return; let n=0; ws.on('framesent',f=>console.log('SENT',String(f.payload).slice(0,200))); ws.on('framereceived',f=>{ if(typeof f.payload==='string'){ if(!/clock|pong/.test(f.payload)) console.log('RECV',f.payload.slice(0,200)) } else if(n++<40) console.log('BIN',f.payload.length, f.payload.subarray(0,12).toString('latin1').replace(/[^ -~]/g,'.')) }) })
await page.goto(BASE+`/order?symbol=DEMO:BTCUSD&cycle=${cycle}`+(precision?`&precision=${precision}`:''))
await page.locator('[data-chart-state=ready]').waitFor({timeout:30000})
await page.waitForTimeout(1500)
const steps = (process.env.STEPS??'h,d').split(',').filter(Boolean)
for (const s of steps){ 
  if(s.startsWith('wait')) await page.waitForTimeout(Number(s.slice(4)))
  else if(s.startsWith('move')) { const [x,y]=s.slice(4).split(':').map(Number); await page.mouse.move(x,y); await page.waitForTimeout(300) }
  else if(s.startsWith('wheel')) { const [x,y,d]=s.slice(5).split(':').map(Number); await page.mouse.move(x,y); await page.mouse.wheel(0,d); await page.waitForTimeout(300) }
  else if(s.startsWith('drag')) { const [x,y,x2,y2]=s.slice(4).split(':').map(Number); await page.mouse.move(x,y); await page.mouse.down(); await page.mouse.move(x2,y2,{steps:6}); await page.mouse.up(); await page.waitForTimeout(800) }
  else if(s.startsWith('click=')) { await page.getByRole('button',{name:s.slice(6)}).first().click(); }
  else await page.keyboard.press(s)
  await page.waitForTimeout(400)
}
await page.waitForTimeout(Number(process.env.WAIT??4000))
await page.screenshot({path:`/tmp/wt-web-shots/${name}.png`})
console.log(await page.locator('[data-heatmap-strip]').textContent({timeout:500}).catch(()=>'no strip'))
console.log(await page.locator('[data-ladder-detail]').textContent({timeout:500}).catch(()=>'no ladder'))
await browser.close()
