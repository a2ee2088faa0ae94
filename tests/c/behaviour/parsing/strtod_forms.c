// Forms of numbers: the quick way of few digits and the slow way must agree with the machine.
//@ behaviour
#include <stdio.h>
#include <stdlib.h>
#include <math.h>

int main(void) {
  static const char *t[]={"0","-0","1","12","+3","-7.25","0.1",".5","5.","-.5",".","-","+","1e5","1E-3","1.e2","0x1p3","0x","0xg","inf","nan","123456789012345","1234567890123456","0.000000000000001","0.0000000000000001","  42 x","\t-1.5abc","9007199254740993","1.7976931348623157e308","3.14159265358979","2.2250738585072014e-308","1..2","--1","00012.500","99999999.5","4294967296.25","123456789.123456","1e","1e+","e5","","1e22","1e23","-5.5e-3","12e-22","1e-23","123e019","1e0000000005","2e100","7e-5x",".5x","10x","00x1","0e99"};
  for(unsigned i=0;i<sizeof t/sizeof *t;i++){char*e;double d=strtod(t[i],&e);printf("%s -> %a %d %d\n",t[i],d,(int)(e-t[i]),signbit(d)!=0);}
  return 0;}
