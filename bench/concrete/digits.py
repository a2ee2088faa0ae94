import sys
sys.setrecursionlimit(100000)
def main():
    i = 0
    s = 0
    while i < 2000000:
        n = i
        while n > 0:
            s = s + ( n - n // 10 * 10 )
            n = n // 10
        i = i + 1
    return s
print(main())
