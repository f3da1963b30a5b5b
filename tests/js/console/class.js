// SPDX-License-Identifier: MIT
// new Console: streams, options and their errors.
'use strict';
const {Console}=console; const chunks=[];const st={write(s){chunks.push(s)},on(){},once(){},
  removeListener(){},listenerCount(){return 0}};
const c=new Console(st);c.log('a',{b:1});c.error('err');c.group();c.log('x\ny');c.groupEnd();
  c.log('z');const c2=Console({stdout:st,groupIndentation:4,inspectOptions:{depth:0}});
  c2.group('q');c2.log({a:{b:1}});console.log(chunks,c instanceof Console,c2 instanceof Console,
  {} instanceof Console);
for (const a of [[],[{}],[{stdout:{}}],[{stdout:st,stderr:1}],[{stdout:st,colorMode:1}],[{
  stdout:st,colorMode:true,inspectOptions:{colors:true}}],[{stdout:st,inspectOptions:1}],[{
  stdout:st,groupIndentation:-1}],[{stdout:st,groupIndentation:'a'}],[st,1]])try{
  new Console(...a);console.log('ok')}catch(e){console.log(e.code,e.message)}
const cc=new Console({stdout:st,colorMode:true});chunks.length=0;cc.log({a:'x'});cc.table([1]);
  console.log(JSON.stringify(chunks));
console.log(console.log.name,console.log.length,console.log.hasOwnProperty('prototype'),
  console.table.name, Object.keys(Console.prototype).length);
