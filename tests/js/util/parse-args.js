// SPDX-License-Identifier: MIT
// util.parseArgs: results, tokens and errors.
'use strict';
const {parseArgs}=require('util');
const t=(c)=>{try{console.log(JSON.stringify(parseArgs(c)))}catch(e){console.log(e.name,e.code,
  e.message)}};
t({args:['-f','--bar','b'],options:{f:{type:'boolean',short:'f'},bar:{type:'string'}}});
t({args:['-f','--bar=b','pos'],strict:false});t({args:['-f'],strict:true});t({args:['--foo'],
  strict:true,allowPositionals:true});t({args:['pos']});
t({args:['--foo'],options:{foo:{type:'string'}}});t({args:['--foo=x'],options:{foo:{
  type:'boolean'}}});t({args:['-f'],options:{foo:{type:'string',short:'f'}}});t({args:['-f=x'],
  options:{foo:{type:'string',short:'f'}}});t({args:['-fx'],options:{foo:{type:'string',
  short:'f'}}});
t({args:['-abc'],options:{a:{type:'boolean',short:'a'},b:{type:'boolean',short:'b'},c:{
  type:'boolean',short:'c'}}});t({args:['-abvalue'],options:{a:{type:'boolean',short:'a'},b:{
  type:'string',short:'b'}},tokens:true});
t({args:['--foo','-x'],options:{foo:{type:'string'}}});t({args:['--foo','--','x'],options:{foo:{
  type:'string'}}});t({args:['--foo','--','x'],options:{foo:{type:'boolean'}},
  allowPositionals:true,tokens:true});
t({args:['--foo','a','--foo','b'],options:{foo:{type:'string',multiple:true}}});t({
  args:['--foo','a','--foo','b'],options:{foo:{type:'string'}}});t({args:[],options:{foo:{
  type:'string',default:'x'},bar:{type:'boolean',default:true},m:{type:'string',multiple:true,
  default:['q']}}});
t({args:['--no-foo'],options:{foo:{type:'boolean'}},allowNegative:true});t({args:['--no-foo'],
  options:{foo:{type:'boolean'}}});t({args:['--no-foo','--foo=1'],strict:false,
  allowNegative:true,tokens:true});
t({args:['-']});t({args:['-'],allowPositionals:true});t({args:['--foo='],options:{foo:{
  type:'string'}}});t({args:['--__proto__','x'],strict:false});
t({options:{a:{type:'x'}}});t({options:{a:{}}});t({options:{a:{type:'string',short:''}}});t({
  options:{a:{type:'string',short:'ab'}}});t({options:{a:{type:'string',multiple:1}}});t({
  options:{a:{type:'string',default:1}}});t({options:{a:{type:'string',multiple:true,
  default:'x'}}});t({options:{a:{type:'boolean',default:'x'}}});t({options:{a:{type:'string',
  multiple:true,default:[1]}}});t({options:1});t({args:1});t({strict:1});t({
  allowPositionals:1});t({tokens:1});t({options:{a:1}});t(1);
t({args:['-f','--bar','b','x','--','-z'],strict:false,tokens:true});t({args:['-ab','v'],
  options:{b:{type:'string',short:'b'}},strict:false,tokens:true});t({args:['--unknown=x','-u'],
  options:{},strict:true});t({args:['-u'],options:{},strict:true});t({args:['-u'],options:{},
  strict:true,allowPositionals:true});
t({args:['--foo','-1'],options:{foo:{type:'string'}}});t({args:['-f','-1'],options:{foo:{
  type:'string',short:'f'}}});t({args:['-xf'],options:{foo:{type:'string',short:'f'},x:{
  type:'boolean',short:'x'}}});t({args:['--foo','a'],options:{foo:{type:'string',short:'f'}},
  tokens:true});t({args:['--foo'],options:{foo:{type:'string',short:'f'}}});t({args:['--foo',
  '-1'],options:{foo:{type:'string',short:'f'}}});
console.log(parseArgs({args:['--a'],strict:false}));
